package io.delayqueue.benchmarks.contender.limit;

/** The server refused a command. The message is what it said. */
final class ErrorReply extends RuntimeException {

    private static final long serialVersionUID = 1;

    ErrorReply(String message) {
        super(message);
    }
}
