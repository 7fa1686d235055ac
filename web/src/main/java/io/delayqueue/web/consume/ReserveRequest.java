package io.delayqueue.web.consume;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.delayqueue.pull.PullOptions;
import io.delayqueue.web.api.mvc.ProblemException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Options of a reservation.
 *
 * @param limit the maximum number of tasks; one by default
 * @param ttr the lease of each task without its own time to run; 30 s by default
 * @param waitAtMost the maximum wait for a task; no wait by default
 */
record ReserveRequest(
        @Nullable Integer limit,
        @Nullable Duration ttr,
        @JsonProperty("wait") @Nullable Duration waitAtMost) {

    static final ReserveRequest DEFAULT = new ReserveRequest(null, null, null);

    /** {@return the options of the pull} */
    PullOptions options() {
        return new PullOptions(
                limit == null ? PullOptions.DEFAULT.limit() : limit, ttr == null ? PullOptions.DEFAULT.ttr() : ttr);
    }

    /** {@return the wait, checked against its maximum} */
    Duration waitUpTo(Duration longest) {
        Duration asked = waitAtMost == null ? Duration.ZERO : waitAtMost;
        if (asked.isNegative() || asked.compareTo(longest) > 0) {
            throw ProblemException.invalid("wait", "must be from 0 to " + longest.toMillis() + " ms");
        }
        return asked;
    }
}
