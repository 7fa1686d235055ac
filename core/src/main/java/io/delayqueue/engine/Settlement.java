package io.delayqueue.engine;

import io.delayqueue.store.Burial;
import io.delayqueue.store.Delivery;
import io.delayqueue.store.NextRun;
import io.delayqueue.store.Release;
import io.delayqueue.store.Retry;

/** How a delivery ended, to be told to the store. */
sealed interface Settlement {

    Delivery delivery();

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

    record Buried(Burial burial) implements Settlement {
        @Override
        public Delivery delivery() {
            return burial.delivery();
        }
    }

    record Returned(Release release) implements Settlement {
        @Override
        public Delivery delivery() {
            return release.delivery();
        }
    }
}
