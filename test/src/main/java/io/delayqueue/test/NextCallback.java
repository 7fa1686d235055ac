package io.delayqueue.test;

import io.delayqueue.TopicName;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.Objects;

/**
 * Plans the next call of a topic's callback; further plans apply to the calls after it. So {@code nextCallback("orders",
 * "charge").fails(2, failure).takes(Duration.ofMinutes(1))} plans three calls.
 */
public final class NextCallback {

    private final Plans plans;

    private final TopicName topic;

    NextCallback(Plans plans, TopicName topic) {
        this.plans = plans;
        this.topic = topic;
    }

    /**
     * Makes it throw a failure instead of running the callback.
     *
     * @param failure the failure to throw
     * @return this
     */
    public NextCallback fails(Throwable failure) {
        return fails(1, failure);
    }

    /**
     * Makes several calls throw a failure instead of running the callback.
     *
     * @param times the number of calls, at least 1
     * @param failure the failure to throw
     * @return this
     * @throws IllegalArgumentException if it is less than 1
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
     * Makes it return after a duration, as if it called {@link DelayQueueTestKit#spend} at its end. If the duration exceeds its
     * time to run, it is interrupted. If it is
     * asynchronous, the duration begins with the end of its work.
     *
     * @param duration the duration, not negative
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public NextCallback takes(Duration duration) {
        VirtualTime.requireLength(duration);
        afterwards(time -> time.spend(duration));
        return this;
    }

    /**
     * Crashes the instance before the callback runs: see {@link DelayQueueTestKit#crash}.
     *
     * @return this
     */
    public NextCallback crashes() {
        plans.add(topic, (invocation, time) -> time.crash());
        return this;
    }

    /**
     * Crashes the instance after the callback has run, before its outcome is stored: see {@link DelayQueueTestKit#crash}.
     *
     * @return this
     */
    public NextCallback crashesAfter() {
        afterwards(VirtualTime::crash);
        return this;
    }

    /** Code that follows the work of a callback. */
    private interface Sequel {
        void run(VirtualTime time) throws Exception;
    }

    private void afterwards(Sequel sequel) {
        plans.add(topic, (invocation, time) -> {
            invocation.interceptEnd(end -> {
                end.proceed();
                sequel.run(time);
            });
            invocation.proceed();
        });
    }

    private static int requireTimes(int times) {
        if (times < 1) {
            throw new IllegalArgumentException("times must be at least 1, but is " + times);
        }
        return times;
    }
}
