/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.time.Duration;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.testkit.SteppedTime;
import io.leaderelection.time.TimeSystem;

/**
 * The contract on a mutant, run by {@link ZooKeeperStoreMutationIT}.
 */
final class MutatedZooKeeperStore extends ZooKeeperLeaseStoreContractIT {

	static ClassLoader classes;

	@Override
	LeaseStore openAt(String connectString, SteppedTime stepped) {
		try {
			Class<?> type = classes.loadClass(ZooKeeperLeaseStoreFactory.class.getName());
			Object builder = type.getMethod("builder", String.class).invoke(null, connectString);
			builder.getClass().getMethod("sessionTimeout", Duration.class).invoke(builder, Duration.ofSeconds(60));
			Object factory = builder.getClass().getMethod("build").invoke(builder);
			return (LeaseStore) type.getMethod("open", TimeSystem.class).invoke(factory, stepped);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
