/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.lang.reflect.Method;
import java.net.URI;
import java.util.List;

import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.time.Ticker;

/**
 * The contract on a mutant, run by {@link EtcdStoreMutationIT}.
 */
final class MutatedEtcdStore extends EtcdContractIT {

	static ClassLoader classes;

	@Override
	LeaseStoreFactory factory() {
		try {
			Class<?> targets = classes.loadClass(EtcdTarget.class.getName());
			Object target = targets.getMethod("of", List.class).invoke(null, List.of(URI.create(endpoint())));
			Class<?> factories = classes.loadClass(EtcdLeaseStoreFactory.class.getName());
			Object builder = factories.getMethod("builder", targets).invoke(null, target);
			Method ticker = builder.getClass().getMethod("ticker", Ticker.class);
			ticker.invoke(builder, ticker());
			return (LeaseStoreFactory) builder.getClass().getMethod("build").invoke(builder);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
