package bot.client;

/**
 * A legal action of Kupferkessel: the card of a cell is taken.
 *
 * @param declines whether the symbol of the card is not used, or the last card laid aside
 */
public record KettleAction(int index, boolean givesUp, int cell, Card card, boolean declines)
        implements Action {}
