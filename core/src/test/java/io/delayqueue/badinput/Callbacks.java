package io.delayqueue.badinput;

import io.delayqueue.Callback;
import java.util.List;

/** Callback classes that tasks can or cannot carry. */
public final class Callbacks {

    private Callbacks() {}

    /** Takes an int or a List one way, a String two ways. */
    public static class Fine implements Callback {

        /** Takes a number. */
        public Fine(int number) {}

        /** Takes a text. */
        public Fine(CharSequence text) {}

        /** Takes the same text. */
        public Fine(Comparable<String> text) {}

        /** Takes many. */
        public Fine(List<String> texts) {}

        @Override
        public void call() {}
    }

    /** Nothing can be made of it. */
    public abstract static class Abstract implements Callback {}

    /** Others cannot see it. */
    static class Hidden implements Callback {
        @Override
        public void call() {}
    }

    /** Nobody has allowed it. */
    public static class NotAllowed implements Callback {
        @Override
        public void call() {}
    }
}
