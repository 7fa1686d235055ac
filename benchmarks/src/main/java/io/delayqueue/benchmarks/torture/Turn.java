package io.delayqueue.benchmarks.torture;

import io.delayqueue.chaos.Outcome;
import java.time.Duration;
import java.util.List;

/**
 * Turn of one part.
 *
 * @param part the part
 * @param seed the seed of its random choices
 * @param time how long it took
 * @param passed whether all of its tests passed, audits of groups among them
 * @param outcomes what its scenarios have counted: of a turn that failed, those that ended
 */
public record Turn(Part part, long seed, Duration time, boolean passed, List<Outcome> outcomes) {

    /** {@return whether it passed, and nothing was lost or early} */
    public boolean isGood() {
        return passed && outcomes.stream().allMatch(outcome -> outcome.lost() == 0 && outcome.early() == 0);
    }
}
