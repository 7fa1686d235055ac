package io.delayqueue.internal.step;

import io.delayqueue.TaskStoreException;
import io.delayqueue.internal.acknowledge.OutcomeSender;
import io.delayqueue.internal.run.PendingOutcome;
import io.delayqueue.log.Loggers;
import java.time.Clock;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/** Has a group's outcomes sent at once, and those that the store does not answer for after a pause. */
final class SteppedOutcomes {

    private static final Logger log = Loggers.of(SteppedOutcomes.class);

    private final Supplier<OutcomeSender> senders;

    private final Clock clock;

    private final Pace pace;

    private OutcomeSender sender;

    private boolean sending;

    SteppedOutcomes(Supplier<OutcomeSender> senders, Clock clock) {
        this.senders = senders;
        this.clock = clock;
        this.pace = new Pace(clock);
        this.sender = senders.get();
    }

    void add(PendingOutcome pending) {
        sender.add(pending);
        send();
    }

    /** Sends what the store does not have, unless it has just failed to answer. */
    void send() {
        if (pace.isDue()) {
            sendNow(false);
        }
    }

    /** Not within itself: listeners are called meanwhile, and may let time pass. */
    void sendNow(boolean stopping) {
        if (sending || sender.unacknowledged() == 0) {
            return;
        }
        sending = true;
        try {
            sendAll(sender, stopping);
            pace.succeeded();
        } catch (TaskStoreException e) {
            log.debug("Outcomes could not be sent", e);
            pace.failed();
        } finally {
            sending = false;
        }
    }

    private static void sendAll(OutcomeSender sender, boolean stopping) {
        long left;
        do {
            left = sender.send(stopping);
        } while (left == 0);
    }

    @Nullable
    Instant next() {
        if (sender.unacknowledged() == 0 || !pace.isDue()) {
            return sender.unacknowledged() == 0 ? null : pace.next();
        }
        long due = sender.untilRefusedAreDue();
        return due == OutcomeSender.NEVER ? null : clock.instant().plusNanos(Math.max(0, due));
    }

    int size() {
        return sender.unacknowledged();
    }

    /** The instance that had them is gone. */
    void crash() {
        sender = senders.get();
        pace.succeeded();
    }
}
