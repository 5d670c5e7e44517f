"""The printed charts as data files, loaded and typed once."""
