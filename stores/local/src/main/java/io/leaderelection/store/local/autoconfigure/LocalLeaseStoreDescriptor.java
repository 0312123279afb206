/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.local.autoconfigure;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;

import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.local.LocalLeaseStoreFactory;

import org.springframework.util.StringUtils;

/**
 * Describes the local store.
 */
record LocalLeaseStoreDescriptor(LocalLeaderElectionProperties properties) implements LeaseStoreDescriptor {

	static final String NAME = "local";

	private static final String DIRECTORY = "leader-election.local.directory";

	@Override
	public String name() {
		return NAME;
	}

	@Override
	public Reach reach() {
		return Reach.MACHINE;
	}

	@Override
	public Detection detect() {
		return StringUtils.hasText(this.properties.directory()) ? Detection.configured(DIRECTORY)
				: Detection.none("used if nothing else is found");
	}

	@Override
	public LeaseStoreFactory factory() {
		String directory = this.properties.directory();
		if (!StringUtils.hasText(directory)) {
			return new LocalLeaseStoreFactory();
		}
		try {
			return new LocalLeaseStoreFactory(Path.of(directory));
		}
		catch (InvalidPathException ex) {
			throw new LeaderElectionConfigurationException(DIRECTORY + " is '" + directory + "', which is not a path",
					"Set it to a directory on a local disk, or remove it", ex);
		}
	}

}
