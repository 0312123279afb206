/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.lang.reflect.Method;
import java.nio.file.Path;

import io.fabric8.kubernetes.client.Config;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.testkit.MutationRun;
import io.leaderelection.testkit.SourceMutant;
import io.leaderelection.testkit.StoreMutation;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Removes checks from the rules of the store, and verifies that the contract fails.
 */
@Tag("server")
@Tag("slow")
class KubernetesStoreMutationIT {

	private static final Path SOURCES = Path.of("src/main/java/io/leaderelection/store/kubernetes");

	private static final String PREFIX = "io.leaderelection.store.kubernetes.";

	private static ClassLoader classes;

	@TempDir
	Path output;

	@ParameterizedTest
	@EnumSource
	void theContractNotices(StoreMutation mutation) {
		classes = SourceMutant.of(SOURCES)
			.breakRules(mutation)
			.compile(KubernetesLeaseStoreFactory.class, PREFIX, this.output);
		assertThat(MutationRun.failingTests("kubernetes", mutation.name(), Mutated.class)).isNotEmpty();
	}

	@Test
	void theContractPassesWhatIsNotMutated() {
		classes = SourceMutant.of(SOURCES)
			.replace("LeaseRecords.java", "package io.", "package io.")
			.compile(KubernetesLeaseStoreFactory.class, PREFIX, this.output);
		assertThat(MutationRun.failingTests("kubernetes", "none", Mutated.class)).isEmpty();
	}

	/** Nested, so that no test run finds it. */
	static class Mutated extends KubernetesLeaseStoreContractIT {

		@Override
		LeaseStore open(Config config, TimeSystem time) throws Exception {
			Object builder = classes.loadClass(KubernetesLeaseStoreFactory.class.getName())
				.getMethod("builder", Config.class)
				.invoke(null, config);
			Object factory = builder.getClass().getMethod("build").invoke(builder);
			Method open = factory.getClass().getDeclaredMethod("open", TimeSystem.class);
			open.setAccessible(true);
			return (LeaseStore) open.invoke(factory, time);
		}

	}

}
