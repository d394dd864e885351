"""The wire's Python stubs, generated from `protos/referee/v1`. Never edited by hand."""
