package bot.client;

/**
 * A card.
 *
 * @param symbol the one that acts in this variant: hat, explosion or empty
 */
public record Card(String ingredient, String colour, int value, String symbol) {}
