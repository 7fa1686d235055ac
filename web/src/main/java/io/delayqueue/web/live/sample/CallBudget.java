package io.delayqueue.web.live.sample;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;

/**
 * Limits the store calls of all queues in any second.
 *
 * <p>A call counts from its beginning until a second after its end. So the time of its execution in the store does not matter:
 * the store never executes more than the budget in any second.
 */
public final class CallBudget {

    /** One less than the maximum cost of watching, because a page sometimes requests a list. */
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

    /** {@return whether the calls are allowed; rejected calls do not count} */
    boolean tryTake(int calls) {
        return free.tryAcquire(calls);
    }

    /** Records the end of calls. */
    void ended(int calls) {
        timer.accept(SECOND, () -> free.release(calls));
    }
}
