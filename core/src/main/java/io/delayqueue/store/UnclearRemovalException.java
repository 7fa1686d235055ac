package io.delayqueue.store;

import io.delayqueue.TaskInfo;
import io.delayqueue.TaskStoreUnavailableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Some tasks were removed; of the others it is not known whether a sending whose reply was lost has removed them. */
public final class UnclearRemovalException extends TaskStoreUnavailableException {

    private static final long serialVersionUID = 1L;

    private final transient List<@Nullable TaskInfo> removed;

    /**
     * Creates the exception.
     *
     * @param message what happened
     * @param removed what was removed for certain, in the order of the ids asked for; null where that is not known
     */
    public UnclearRemovalException(String message, List<@Nullable TaskInfo> removed) {
        super(message, null);
        this.removed = Collections.unmodifiableList(new ArrayList<>(removed));
    }

    /** {@return what was removed for certain, in the order of the ids asked for; null where that is not known} */
    public List<@Nullable TaskInfo> removed() {
        return removed;
    }
}
