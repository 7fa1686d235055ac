package io.delayqueue.test;

import io.delayqueue.TaskInterceptor;
import io.delayqueue.TaskInvocation;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.internal.drive.AttemptCaller;
import io.delayqueue.internal.drive.AttemptedTask;
import io.delayqueue.monitor.TaskOutcome;
import io.delayqueue.test.assertions.TestDelivery;
import io.delayqueue.test.assertions.TestDelivery.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls of a queue's callbacks, as they were and as they are to be. Thread-safe. */
final class Deliveries {

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

    AttemptCaller caller(AttemptedTask attempt) {
        return new Recorded(attempt);
    }

    private synchronized int began(TestDelivery delivery) {
        all.add(delivery);
        return all.size() - 1;
    }

    private synchronized void ended(int index, Outcome outcome, @Nullable Throwable failure) {
        // Calls that were cleared meanwhile are forgotten.
        if (index < all.size()) {
            TestDelivery begun = all.get(index);
            set(index, begun, outcome, failure, begun.progress());
        }
    }

    private synchronized void progressed(int index, Progress progress) {
        if (index < all.size()) {
            TestDelivery begun = all.get(index);
            set(index, begun, begun.outcome(), begun.failure(), progress);
        }
    }

    private void set(
            int index, TestDelivery begun, Outcome outcome, @Nullable Throwable failure, @Nullable Progress progress) {
        all.set(
                index,
                new TestDelivery(begun.topic(), begun.id(), begun.attempt(), begun.at(), outcome, failure, progress));
    }

    /** One of them. */
    final class Recorded implements AttemptCaller {

        private final AttemptedTask attempt;

        private final boolean interruptedBefore = Thread.currentThread().isInterrupted();

        /** Its place among the calls; negative until it begins. */
        private int index = -1;

        /** Those of the tasks of a batch; empty outside of batches. */
        private final List<Recorded> members = new ArrayList<>();

        private boolean interrupted;

        private @Nullable Throwable failure;

        Recorded(AttemptedTask attempt) {
            this.attempt = attempt;
        }

        @Override
        public List<TaskInterceptor> around(List<TaskInterceptor> own) {
            List<TaskInterceptor> all = new ArrayList<>();
            all.add(this::attempt);
            all.addAll(own);
            all.add(invocation -> plans.next(attempt.topic()).call(invocation, time));
            return all;
        }

        /** The first task of a batch, which this calls, is not always in its list. */
        @Override
        public AttemptCaller with(AttemptedTask task) {
            Recorded member = task == attempt ? this : new Recorded(task);
            members.add(member);
            return member;
        }

        private void begin() {
            index = began(new TestDelivery(
                    attempt.topic(),
                    attempt.id(),
                    attempt.number(),
                    time.clock().instant(),
                    Outcome.RUNNING,
                    null,
                    null));
        }

        private void attempt(TaskInvocation invocation) throws Exception {
            (members.isEmpty() ? List.of(this) : members).forEach(Recorded::begin);
            time.calling();
            invocation.interceptEnd(end -> time.during(this, end::proceed));
            time.during(this, invocation::proceed);
        }

        /** Whether the callback was interrupted since this was asked last. */
        boolean interrupted() {
            boolean was = interrupted;
            interrupted = false;
            return was;
        }

        void paused(Duration length) {
            attempt.paused(length);
        }

        @Override
        public void interrupt(Thread thread) {
            interrupted = true;
        }

        /** One of the thread's own. */
        @Override
        public void clearInterruption() {
            if (!interruptedBefore) {
                Thread.interrupted();
            }
        }

        @Override
        public void failed(Throwable thrown) {
            failure = thrown;
        }

        @Override
        public void progressed(Progress progress) {
            Deliveries.this.progressed(index, progress);
        }

        @Override
        public void returned() {
            time.requireSound();
        }

        @Override
        public boolean canAnswer() {
            return time.isInnermost(this);
        }

        @Override
        public boolean isPaused() {
            return time.isPaused(this);
        }

        @Override
        public void ended(@Nullable TaskOutcome outcome) {
            if (index >= 0) {
                Deliveries.this.ended(index, outcome(outcome), failure);
            }
        }

        @Override
        public void crashed() {
            interrupted = true;
            failure = null;
            ended(null);
        }

        private static Outcome outcome(@Nullable TaskOutcome outcome) {
            if (outcome == null) {
                return Outcome.LOST;
            }
            return switch (outcome) {
                case FINISHED -> Outcome.FINISHED;
                case RETRIED -> Outcome.RETRIED;
                case POSTPONED -> Outcome.POSTPONED;
                case MISSED -> Outcome.MISSED;
                case DEAD -> Outcome.DEAD;
                case EXPIRED, DROPPED, RETURNED -> Outcome.LOST;
            };
        }
    }
}
