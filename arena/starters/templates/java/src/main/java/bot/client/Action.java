package bot.client;

/** A legal action. */
public sealed interface Action permits KettleAction, TrapperAction {
    /** Its place among the legal actions. */
    int index();

    /** Whether it leaves the match while it offers more. */
    boolean givesUp();
}
