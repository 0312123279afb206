/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.example.folder;

import java.nio.file.Path;
import java.time.Duration;

import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.store.support.ConditionalStore;
import io.leaderelection.time.TimeSystem;

/**
 * Opens the store in a folder on a local disk, which all instances of an application
 * share.
 *
 * @param folder the folder, which exists
 */
public record FolderLeaseStoreFactory(Path folder) implements LeaseStoreFactory {

	private static final StoreTraits TRAITS = new StoreTraits("folder", StoreTraits.Clock.OBSERVER,
			Duration.ofMillis(1), Duration.ofDays(365), false, false, true, true);

	@Override
	public StoreTraits traits() {
		return TRAITS;
	}

	@Override
	public LeaseStore open() {
		return open(TimeSystem.system());
	}

	LeaseStore open(TimeSystem time) {
		return new ConditionalStore("Folder", new FolderRecords(this.folder, time), time);
	}

}
