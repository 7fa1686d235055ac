package io.delayqueue.store;

import java.util.function.Consumer;

/** A random operation on a store and on the model. */
interface ModelStep {

    /**
     * Draws it, does it to both, and compares.
     *
     * @param saying takes what was drawn, before it is done
     */
    void make(Consumer<String> saying);
}
