/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

import java.nio.file.Path;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HostileH2NamesIT extends HostileJdbcNamesContract {

	@Override
	Database open(Path directory) {
		return Database.h2();
	}

	@ParameterizedTest
	@ValueSource(strings = { "leader-election.default-election=x'; drop table leader_lease",
			"leader-election.default-election=a/../b", "leader-election.default-election=a\r\nFLUSHALL\r\n",
			"leader-election.namespace=a\r\nFLUSHALL\r\n", "leader-election.namespace=a\u0000b",
			"leader-election.instance-name=a\nINFO forged line", "leader-election.instance-name=a\u001b[2J" })
	void invalidNameIsRefused(String property) throws Exception {
		plant();
		assertRefused(property);
		assertUnharmed(STATEMENT, -1);
	}

}
