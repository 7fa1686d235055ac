package io.delayqueue.benchmarks.contender.delayqueue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the commit of a checkout from git's files, without git. */
final class Checkout {

    private static final String LINK = "gitdir: ";

    private static final String REFERENCE = "ref: ";

    private static final int DIGITS = 10;

    private Checkout() {}

    /** Returns the first digits of the commit; empty outside of a checkout, or if its files are unexpected. */
    static Optional<String> commit(Path place) {
        try {
            Path git = git(place.toAbsolutePath());
            if (git == null) {
                return Optional.empty();
            }
            String head = Files.readString(git.resolve("HEAD")).strip();
            return (head.startsWith(REFERENCE) ? resolve(git, head.substring(REFERENCE.length())) : Optional.of(head))
                    .filter(hash -> hash.matches("[0-9a-f]{40,}"))
                    .map(hash -> hash.substring(0, DIGITS));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static @Nullable Path git(Path place) throws IOException {
        for (Path folder = place; folder != null; folder = folder.getParent()) {
            Path git = folder.resolve(".git");
            if (Files.isDirectory(git)) {
                return git;
            }
            if (Files.isRegularFile(git)) {
                return folder.resolve(Files.readString(git).strip().substring(LINK.length()));
            }
        }
        return null;
    }

    private static Optional<String> resolve(Path git, String reference) throws IOException {
        Path shared = git.resolve("commondir");
        Path common =
                Files.exists(shared) ? git.resolve(Files.readString(shared).strip()) : git;
        Path loose = common.resolve(reference);
        if (Files.exists(loose)) {
            return Optional.of(Files.readString(loose).strip());
        }
        try (Stream<String> packed = Files.lines(common.resolve("packed-refs"))) {
            return packed.filter(line -> line.endsWith(" " + reference))
                    .map(line -> line.substring(0, line.indexOf(' ')))
                    .findFirst();
        }
    }
}
