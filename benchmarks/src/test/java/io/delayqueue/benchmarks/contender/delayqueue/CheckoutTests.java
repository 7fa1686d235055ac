package io.delayqueue.benchmarks.contender.delayqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckoutTests {

    private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

    private static final String FIRST_DIGITS = "0123456789";

    @TempDir
    private Path folder;

    @Test
    void branchShouldLeadToItsCommit() throws IOException {
        write(".git/HEAD", "ref: refs/heads/main\n");
        write(".git/refs/heads/main", COMMIT + "\n");
        assertThat(Checkout.commit(folder.resolve("benchmarks/target/benchmarks.jar")))
                .contains(FIRST_DIGITS);
    }

    @Test
    void branchMayBePacked() throws IOException {
        write(".git/HEAD", "ref: refs/heads/main\n");
        write(
                ".git/packed-refs",
                "# pack-refs\n" + "f".repeat(40) + " refs/heads/other-main\n" + COMMIT + " refs/heads/main\n");
        assertThat(Checkout.commit(folder)).contains(FIRST_DIGITS);
    }

    @Test
    void headMayBeDetached() throws IOException {
        write(".git/HEAD", COMMIT + "\n");
        assertThat(Checkout.commit(folder)).contains(FIRST_DIGITS);
    }

    @Test
    void workTreeShouldUseTheFilesItPointsAt() throws IOException {
        write("tree/.git", "gitdir: ../repository/worktrees/tree\n");
        write("repository/worktrees/tree/HEAD", "ref: refs/heads/main\n");
        write("repository/worktrees/tree/commondir", "../..\n");
        write("repository/refs/heads/main", COMMIT + "\n");
        assertThat(Checkout.commit(folder.resolve("tree"))).contains(FIRST_DIGITS);
    }

    @Test
    void unbornBranchShouldHaveNoCommit() throws IOException {
        write(".git/HEAD", "ref: refs/heads/main\n");
        assertThat(Checkout.commit(folder)).isEmpty();
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(folder.resolve(file).getParent());
        Files.writeString(folder.resolve(file), text);
    }
}
