package bot.client;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/** A decision that is due. */
public abstract sealed class Turn permits KettleTurn, TrapperTurn {
    private static final int NOTE_BYTES = 1024;

    private final Match match;
    private final int step;
    private final Duration budget;
    private final StringBuilder remarks = new StringBuilder();
    private OptionalDouble eval = OptionalDouble.empty();

    Turn(Match match, int step, Duration budget) {
        this.match = match;
        this.step = step;
        this.budget = budget;
    }

    public abstract List<? extends Action> legal();

    public Match match() {
        return match;
    }

    public int step() {
        return step;
    }

    /** The longest this answer may take. */
    public Duration budget() {
        return budget;
    }

    /** Keep a remark in the record of this step; {@code arena logs} shows it. */
    public void note(String text) {
        remarks.append(remarks.isEmpty() ? "" : "\n").append(text);
    }

    /** Tell the result this seat expects, from 0 to 1, for the record. */
    public void expect(double result) {
        eval = OptionalDouble.of(result);
    }

    OptionalDouble eval() {
        return eval;
    }

    /** All remarks, as far as they fit. */
    String remark() {
        while (remarks.toString().getBytes(StandardCharsets.UTF_8).length > NOTE_BYTES) {
            remarks.setLength(remarks.offsetByCodePoints(remarks.length(), -1));
        }
        return remarks.toString();
    }
}
