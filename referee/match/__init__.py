"""One match, pure: session, clock, verdict, seeds, record, replay; and `play`, which drives it."""
