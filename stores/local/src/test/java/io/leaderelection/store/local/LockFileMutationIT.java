/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.leaderelection.testkit.MutationRun;
import io.leaderelection.testkit.SourceMutant;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Opens and closes the lock file once more than needed, or although somebody else in the
 * JVM has locked it, and expects the tests with other processes to notice that the lock
 * is lost. Tests and store are loaded again together with the mutant.
 */
class LockFileMutationIT {

	private static final String FILE = "ElectionLock.java";

	@TempDir
	Path output;

	@Test
	void theTestsNoticeThatTheLockFileIsOpenedTwice() throws ClassNotFoundException {
		String method = "private boolean isCurrent() throws IOException {";
		SourceMutant mutant = mutant().replace(FILE, method, method
				+ "java.nio.channels.FileChannel.open(this.file, java.nio.file.StandardOpenOption.WRITE).close();");
		assertThat(MutationRun.failingTests("local", "LOCK_FILE_OPENED_TWICE", load(mutant))).isNotEmpty();
	}

	@Test
	void theTestsNoticeThatAFileLockedElsewhereInTheJvmIsClosed() throws ClassNotFoundException {
		SourceMutant mutant = mutant().replace("LockFile.java", "leaveOpen();\n\t\t\t\treturn false;",
				"closeChannel();\n\t\t\t\treturn false;");
		assertThat(MutationRun.failingTests("local", "LOCK_FILE_OF_OTHERS_CLOSED", load(mutant))).isNotEmpty();
	}

	@Test
	void theTestsPassWhatIsNotMutated() throws ClassNotFoundException {
		assertThat(
				MutationRun.failingTests("local", "none", load(mutant().replace(FILE, "package io.", "package io."))))
			.isEmpty();
	}

	private static SourceMutant mutant() {
		return SourceMutant.of(Path.of("src/main/java/io/leaderelection/store/local"))
			.withClassesBeside(LocalLeaseStoreIT.class);
	}

	private Class<?> load(SourceMutant mutant) throws ClassNotFoundException {
		Class<?> loaded = mutant.compile(LocalLeaseStore.class, "io.leaderelection.store.local.", this.output)
			.loadClass(LocalLeaseStoreIT.class.getName());
		assertThat(loaded).isNotSameAs(LocalLeaseStoreIT.class);
		return loaded;
	}

}
