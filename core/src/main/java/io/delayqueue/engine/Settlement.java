package io.delayqueue.engine;

import io.delayqueue.store.Burial;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.NextRun;
import io.delayqueue.store.Release;
import io.delayqueue.store.Retry;

/** How a delivery ended, to be told to the store. */
sealed interface Settlement {

    Delivery delivery();

    /** What those who count are told. */
    TaskOutcome outcome();

    /** Whether the task is given back before its callback began. */
    default boolean isUnstarted() {
        return false;
    }

    /** The store has taken it, for all that is known. */
    default void taken() {}

    /** A task that is given back before its callback began. */
    static Settlement unstarted(Delivery delivery) {
        return new Returned(new Release(delivery, false));
    }

    /** A task that is given back though its callback had begun. */
    static Settlement started(Delivery delivery) {
        return new Returned(new Release(delivery, true));
    }

    record Finished(Delivery delivery) implements Settlement {
        @Override
        public TaskOutcome outcome() {
            return TaskOutcome.FINISHED;
        }
    }

    /**
     * An attempt that has failed.
     *
     * @param announcement what to do when the store has taken it; quick
     */
    record Failed(Retry retry, Runnable announcement) implements Settlement {
        @Override
        public Delivery delivery() {
            return retry.delivery();
        }

        @Override
        public TaskOutcome outcome() {
            return TaskOutcome.RETRIED;
        }

        @Override
        public void taken() {
            announcement.run();
        }
    }

    /**
     * A run of a repeating task that has ended.
     *
     * @param announcement what to do when the store has taken it; quick
     */
    record Repeated(NextRun run, Runnable announcement) implements Settlement {
        @Override
        public Delivery delivery() {
            return run.delivery();
        }

        @Override
        public TaskOutcome outcome() {
            return run.error() == null ? TaskOutcome.FINISHED : TaskOutcome.MISSED;
        }

        @Override
        public void taken() {
            announcement.run();
        }
    }

    /**
     * A task that has failed for good.
     *
     * @param announcement what to do when the store has taken it; quick
     */
    record Buried(Burial burial, Runnable announcement) implements Settlement {
        @Override
        public Delivery delivery() {
            return burial.delivery();
        }

        @Override
        public TaskOutcome outcome() {
            return TaskOutcome.DEAD;
        }

        @Override
        public void taken() {
            announcement.run();
        }
    }

    record Returned(Release release) implements Settlement {
        @Override
        public Delivery delivery() {
            return release.delivery();
        }

        @Override
        public TaskOutcome outcome() {
            return TaskOutcome.RETURNED;
        }

        @Override
        public boolean isUnstarted() {
            return !release.started();
        }
    }
}
