/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local;

import java.nio.file.Path;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.time.TimeSystem;

/**
 * The contract on a mutant, run by {@link LocalLeaseStoreMutationTests}.
 */
final class MutatedLocalStore extends LocalLeaseStoreTests {

	static ClassLoader classes;

	@Override
	LeaseStoreFactory factory() {
		try {
			return (LeaseStoreFactory) classes.loadClass(LocalLeaseStoreFactory.class.getName())
				.getConstructor(Path.class, TimeSystem.class)
				.newInstance(this.directory, this.time);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
