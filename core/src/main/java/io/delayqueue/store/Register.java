package io.delayqueue.store;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The register as it stood when it was read.
 *
 * @param epoch names the register's life: it changes when the store has lost the register and it was begun anew; null
 *     before anything was registered
 * @param groups every group with its topics
 */
public record Register(@Nullable String epoch, Map<String, Set<String>> groups) {}
