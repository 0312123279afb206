/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.util.List;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.StoreOpening;
import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.framework.ProxyFactory;

/**
 * Runs the contract behind a pool of transactions, except for notifications.
 * {@link PgBouncerIT} tests that notifications are not used there.
 */
class PgBouncerLeaseStoreIT extends JdbcLeaseStoreContract implements OnPostgres {

	@Override
	protected LeaseStoreFactory storeFactory() {
		return JdbcLeaseStoreFactory.builder(TestDatabase.pooledPostgres().source()).build();
	}

	@Override
	protected LeaseStore open() {
		ProxyFactory unwatched = new ProxyFactory(storeFactory().open());
		unwatched.addAdvice((MethodInterceptor) (call) -> call.getMethod().getName().equals("watch")
				? LeaseStore.Watch.NONE : call.proceed());
		return (LeaseStore) unwatched.getProxy();
	}

	@Override
	protected StoreTraits traits() {
		StoreTraits direct = super.traits();
		return new StoreTraits(direct.name(), direct.clock(), direct.smallestLease(), direct.largestLease(),
				direct.sharedLease(), direct.guardLockOutlivesLease(), false, direct.checkpoints());
	}

	@Override
	protected StoreOpening opening() {
		TestDatabase pooled = TestDatabase.pooledPostgres();
		return new StoreOpening(Opener.class, List.of(pooled.remoteUrl(), pooled.user()));
	}

}
