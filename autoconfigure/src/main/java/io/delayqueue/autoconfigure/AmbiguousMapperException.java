package io.delayqueue.autoconfigure;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;

/** Thrown if the application has several {@code JsonMapper} beans, and the one of a queue's payloads is not known. */
public final class AmbiguousMapperException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /** The queue's name. */
    private final String queue;

    AmbiguousMapperException(String queue, NoUniqueBeanDefinitionException cause) {
        super(
                "Payloads of the queue '" + queue
                        + "' are written and read by one JsonMapper, but there are several beans,"
                        + " and none is primary: " + names(cause),
                cause);
        this.queue = queue;
    }

    private static Collection<String> names(NoUniqueBeanDefinitionException cause) {
        return Objects.requireNonNullElse(cause.getBeanNamesFound(), List.of());
    }

    /** {@return the name of the queue} */
    public String queue() {
        return queue;
    }
}
