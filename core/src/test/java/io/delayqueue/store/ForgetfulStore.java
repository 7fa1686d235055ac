package io.delayqueue.store;

/** A store that can be taken back to an earlier state, as one that lost its last writes. */
public interface ForgetfulStore extends StoreUnderTest {

    /**
     * Takes down all that the store holds of a group.
     *
     * @return takes the group back to it, as often as it is run
     */
    Runnable snapshot(String group);
}
