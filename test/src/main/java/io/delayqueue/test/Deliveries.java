package io.delayqueue.test;

import io.delayqueue.TaskInvocation;
import io.delayqueue.internal.drive.Stepper;
import io.delayqueue.monitor.TaskOutcome;
import io.delayqueue.test.assertions.TestDelivery;
import io.delayqueue.test.assertions.TestDelivery.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls of a queue's callbacks, as they were and as they are to be. Thread-safe. */
final class Deliveries implements Stepper {

    private final VirtualTime time;

    private final Plans plans;

    private final List<TestDelivery> all = new ArrayList<>();

    Deliveries(VirtualTime time, Plans plans) {
        this.time = time;
        this.plans = plans;
    }

    synchronized List<TestDelivery> all() {
        return List.copyOf(all);
    }

    synchronized void clear() {
        all.clear();
    }

    @Override
    public Attempt begin(Call call) {
        return new Recorded(call);
    }

    private synchronized int began(TestDelivery delivery) {
        all.add(delivery);
        return all.size() - 1;
    }

    private synchronized void ended(int index, Outcome outcome, @Nullable Throwable failure) {
        // What was cleared meanwhile is forgotten.
        if (index < all.size()) {
            TestDelivery begun = all.get(index);
            all.set(index, new TestDelivery(begun.topic(), begun.id(), begun.attempt(), begun.at(), outcome, failure));
        }
    }

    /** One of them. */
    private final class Recorded implements Attempt {

        private final Call call;

        /** Its place among the calls; negative until it begins. */
        private int index = -1;

        Recorded(Call call) {
            this.call = call;
        }

        @Override
        public void attempt(TaskInvocation invocation) throws Exception {
            index = began(new TestDelivery(
                    call.topic(), call.id(), call.attempt(), time.clock().instant(), Outcome.RUNNING, null));
            time.during(call, invocation::proceed);
        }

        @Override
        public void call(TaskInvocation invocation) throws Exception {
            plans.next(call.topic()).call(invocation, time);
        }

        @Override
        public void returned() {
            time.requireSound();
        }

        @Override
        public boolean isInnermost() {
            return time.isInnermost(call);
        }

        @Override
        public boolean isHeldUp() {
            return time.isHeldUp(call);
        }

        @Override
        public void ended(@Nullable TaskOutcome outcome, @Nullable Throwable failure) {
            if (index >= 0) {
                Deliveries.this.ended(index, outcome(outcome), failure);
            }
        }

        private static Outcome outcome(@Nullable TaskOutcome outcome) {
            if (outcome == null) {
                return Outcome.LOST;
            }
            return switch (outcome) {
                case FINISHED -> Outcome.FINISHED;
                case RETRIED -> Outcome.RETRIED;
                case MISSED -> Outcome.MISSED;
                case DEAD -> Outcome.DEAD;
                case RETURNED -> Outcome.LOST;
            };
        }
    }
}
