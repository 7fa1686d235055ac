package io.delayqueue.engine;

import io.delayqueue.store.Burial;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.NextRun;
import io.delayqueue.store.Release;
import io.delayqueue.store.Retry;

/** How a delivery ended, to be told to the store. */
sealed interface Settlement {

    Delivery delivery();

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

    record Finished(Delivery delivery) implements Settlement {}

    record Failed(Retry retry) implements Settlement {
        @Override
        public Delivery delivery() {
            return retry.delivery();
        }
    }

    record Repeated(NextRun run) implements Settlement {
        @Override
        public Delivery delivery() {
            return run.delivery();
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
        public void taken() {
            announcement.run();
        }
    }

    record Returned(Release release) implements Settlement {
        @Override
        public Delivery delivery() {
            return release.delivery();
        }
    }
}
