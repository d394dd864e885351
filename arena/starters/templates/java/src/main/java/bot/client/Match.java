package bot.client;

import java.util.Map;
import java.util.SplittableRandom;

/**
 * A match of this bot; several may be open at once.
 *
 * @param settings the bot's own options, as bot.toml offers them
 * @param nodes how much the organiser wants to be looked at for one answer; 0 leaves it to the bot
 * @param random chance that repeats when the match is played again
 */
public record Match(
        String game,
        Map<String, String> options,
        int players,
        int seat,
        Map<String, String> settings,
        long nodes,
        SplittableRandom random) {}
