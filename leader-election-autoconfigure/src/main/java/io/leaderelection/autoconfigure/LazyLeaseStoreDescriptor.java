/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.function.Supplier;

import io.leaderelection.store.LeaseStoreFactory;

import org.springframework.util.function.SingletonSupplier;

/**
 * Names a store and leaves all else to a descriptor that is made when it matters.
 */
final class LazyLeaseStoreDescriptor implements LeaseStoreDescriptor {

	private final String name;

	private final String artifact;

	private final Reach reach;

	private final SingletonSupplier<LeaseStoreDescriptor> delegate;

	LazyLeaseStoreDescriptor(String name, String artifact, Reach reach, Supplier<LeaseStoreDescriptor> delegate) {
		this.name = name;
		this.artifact = artifact;
		this.reach = reach;
		this.delegate = SingletonSupplier.of(delegate);
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public String artifact() {
		return this.artifact;
	}

	@Override
	public Reach reach() {
		return this.reach;
	}

	@Override
	public Detection detect() {
		return this.delegate.obtain().detect();
	}

	@Override
	public LeaseStoreFactory factory() {
		return this.delegate.obtain().factory();
	}

}
