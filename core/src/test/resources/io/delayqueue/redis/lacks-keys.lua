-- Includes what needs other keys than it declares.
--
--#keys reserved

--#include fence
