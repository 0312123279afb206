/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.example.folder.autoconfigure;

import java.nio.file.Path;

import io.leaderelection.example.folder.FolderLeaseStoreFactory;
import io.leaderelection.autoconfigure.LeaderElectionConfigurationException;
import io.leaderelection.autoconfigure.LeaseStoreDescriptor;
import io.leaderelection.store.LeaseStoreFactory;

/**
 * Describes the store in a folder.
 */
record FolderLeaseStoreDescriptor(FolderProperties properties) implements LeaseStoreDescriptor {

	static final String NAME = "folder";

	private static final String PATH = "leader-election.folder.path";

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
		return (this.properties.path() != null) ? Detection.configured(PATH) : Detection.none(PATH + " is not set");
	}

	@Override
	public LeaseStoreFactory factory() {
		String path = this.properties.path();
		if (path == null) {
			throw new LeaderElectionConfigurationException("The store 'folder' does not know its folder",
					"Set " + PATH + " to a folder on a local disk");
		}
		return new FolderLeaseStoreFactory(Path.of(path));
	}

}
