package io.delayqueue.test;

import io.delayqueue.TopicName;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.Objects;

/**
 * Says how the next call of a topic's callback goes; more that is said is about the calls after it. So
 * {@code nextCallback("orders", "charge").fails(2, failure).takes(Duration.ofMinutes(1))} is about three calls.
 */
public final class NextCallback {

    private final Plans plans;

    private final TopicName topic;

    NextCallback(Plans plans, TopicName topic) {
        this.plans = plans;
        this.topic = topic;
    }

    /**
     * It throws this instead of doing its work.
     *
     * @param failure what to throw
     * @return this
     */
    public NextCallback fails(Throwable failure) {
        return fails(1, failure);
    }

    /**
     * So many of them throw this instead of doing their work.
     *
     * @param times how many, at least 1
     * @param failure what to throw
     * @return this
     * @throws IllegalArgumentException if it is less
     */
    public NextCallback fails(int times, Throwable failure) {
        Objects.requireNonNull(failure, "failure must not be null");
        for (int i = requireTimes(times); i > 0; i--) {
            plans.add(topic, (invocation, time) -> {
                if (failure instanceof Error error) {
                    throw error;
                }
                throw failure instanceof Exception exception ? exception : new UndeclaredThrowableException(failure);
            });
        }
        return this;
    }

    /**
     * It does its work at once, and then takes so long to return, as if it called {@link DelayQueueTestKit#spend} at its end. If that is
     * longer than its time to run it is interrupted there.
     *
     * @param duration how long, not negative
     * @return this
     * @throws IllegalArgumentException if it is
     */
    public NextCallback takes(Duration duration) {
        VirtualTime.requireLength(duration);
        plans.add(topic, (invocation, time) -> {
            invocation.proceed();
            time.spend(duration);
        });
        return this;
    }

    /**
     * The instance crashes before it does its work: see {@link DelayQueueTestKit#crash}.
     *
     * @return this
     */
    public NextCallback crashes() {
        plans.add(topic, (invocation, time) -> time.crash());
        return this;
    }

    /**
     * The instance crashes when it has done its work, before the store knows: see {@link DelayQueueTestKit#crash}.
     *
     * @return this
     */
    public NextCallback crashesAfter() {
        plans.add(topic, (invocation, time) -> {
            invocation.proceed();
            time.crash();
        });
        return this;
    }

    private static int requireTimes(int times) {
        if (times < 1) {
            throw new IllegalArgumentException("times must be at least 1, but is " + times);
        }
        return times;
    }
}
