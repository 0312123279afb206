/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc.autoconfigure;

import io.leaderelection.store.jdbc.OnMariaDb;
import org.junit.jupiter.api.Tag;

@Tag("slow")
class MariaDbElectionIT extends JdbcElectionContract implements OnMariaDb {

}
