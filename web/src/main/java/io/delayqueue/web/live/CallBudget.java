package io.delayqueue.web.live;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How many calls of the store may be made, by all queues together.
 *
 * <p>A call counts from its beginning until a second after its end. Where within that the store carries it out does not matter
 * then: it never carries out more than the budget in any second. Times are those of {@link System#nanoTime}.
 */
final class CallBudget {

    /** One less than what watching may cost: a page asks for a list now and then. */
    static final int CALLS_PER_SECOND = 4;

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    /** When calls ended that still count, the earliest first. */
    private final Deque<Long> ended = new ArrayDeque<>();

    private int underWay;

    /** {@return whether a call may be made} */
    synchronized boolean hasRoom(long now) {
        return room(now) > 0;
    }

    /**
     * Takes calls out of the budget.
     *
     * @return whether there were as many left; nothing was taken if not
     */
    synchronized boolean take(int calls, long now) {
        if (room(now) < calls) {
            return false;
        }
        underWay += calls;
        return true;
    }

    /** Calls that were taken have ended. */
    synchronized void give(int calls, long now) {
        underWay -= calls;
        for (int i = 0; i < calls; i++) {
            ended.add(now);
        }
    }

    private int room(long now) {
        while (!ended.isEmpty() && now - ended.peek() > SECOND) {
            ended.remove();
        }
        return CALLS_PER_SECOND - underWay - ended.size();
    }
}
