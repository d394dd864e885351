package bot.client;

/**
 * A legal action of Trapper; what means nothing for its kind is null or 0.
 *
 * @param trapper the colour of the trapper
 * @param tile what is taken, or what the taken tile is joined with
 * @param number a bid, or the number of a species tile
 * @param cards how many cards are paid
 */
public record TrapperAction(
        int index,
        boolean givesUp,
        Kind kind,
        String trapper,
        int cell,
        Tile tile,
        int number,
        int cards)
        implements Action {
    /** What is done. */
    public enum Kind {
        TAKE, END, PASS, RETIRE, EXCHANGE, JOIN, OPEN, RAISE, DROP, PAY, CATCH
    }
}
