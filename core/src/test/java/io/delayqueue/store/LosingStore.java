package io.delayqueue.store;

/** A store on a connection that can lose replies, after which it sends the call again. */
public interface LosingStore extends AutoCloseable {

    /** The tasks. */
    TaskStore tasks();

    /** The tasks of a topic together. */
    TopicStore topics();

    /** The limits. */
    LimitStore limits();

    /** The dead letters. */
    DeadLetterStore deadLetters();

    /**
     * The reply of the next call is lost.
     *
     * @param before what happens before the call is sent again
     */
    void loseNextReply(Runnable before);

    @Override
    void close();
}
