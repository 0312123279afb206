/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.file.Path;

import org.junit.jupiter.api.Tag;

@Tag("slow")
class HugePostgresRecordsIT extends HugeJdbcRecordsContract {

	@Override
	Database open(Path directory) {
		return Database.postgres();
	}

}
