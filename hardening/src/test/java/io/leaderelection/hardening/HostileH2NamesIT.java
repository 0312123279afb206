/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.hardening;

class HostileH2NamesIT extends HostileJdbcNamesContract {

	@Override
	String url() {
		return "jdbc:h2:mem:hostile;DB_CLOSE_DELAY=-1";
	}

	@Override
	String user() {
		return "sa";
	}

}
