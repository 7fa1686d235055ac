package io.delayqueue.store;

import org.jspecify.annotations.Nullable;

/** The number of the data layout that a store's keys have. Throws the exceptions of {@link TaskStore}. Thread-safe. */
public interface LayoutStore {

    /** The newest layout that this version reads. */
    int READS = 1;

    /** The layout that this version writes. */
    int WRITES = 1;

    /** Layout of a store in this process, whose data no other version has written. */
    LayoutStore CURRENT = new LayoutStore() {
        @Override
        public int number() {
            return WRITES;
        }

        @Override
        public int write(int number) {
            return number;
        }

        @Override
        public @Nullable String unreadableKey(String group) {
            return null;
        }
    };

    /** {@return the number of the layout; 0 if none is there} */
    int number();

    /**
     * Writes the number of the layout unless there is one.
     *
     * @param number the number, at least 1
     * @return the number that is there then
     * @throws io.delayqueue.TaskStoreRefusalException if the store accepts no writes, also if there is a number
     */
    int write(int number);

    /**
     * Searches a group for a key that this version does not write: of a build before layout 1, or of a layout that it does not
     * read. Answers for the group, also if the number of the layout was lost.
     *
     * @param group the group
     * @return the name of the key; null if there is none
     */
    @Nullable
    String unreadableKey(String group);
}
