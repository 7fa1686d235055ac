package io.delayqueue.web.live.sample;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;

/**
 * Limits the calls of the store that all queues together make in any second.
 *
 * <p>A call counts from its beginning until a second after its end. The moment at which the store carries it out does not matter
 * then: it never carries out more than the budget in any second.
 */
public final class CallBudget {

    /** One less than watching may cost: a page asks for a list now and then. */
    public static final int CALLS_PER_SECOND = 4;

    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Semaphore free = new Semaphore(CALLS_PER_SECOND);

    private final BiConsumer<Duration, Runnable> timer;

    /**
     * Creates a budget.
     *
     * @param timer runs a task after a time
     */
    public CallBudget(BiConsumer<Duration, Runnable> timer) {
        this.timer = timer;
    }

    /** {@return whether the calls may be made; none counts if not} */
    boolean tryTake(int calls) {
        return free.tryAcquire(calls);
    }

    /** Notes that calls have ended. */
    void ended(int calls) {
        timer.accept(SECOND, () -> free.release(calls));
    }
}
